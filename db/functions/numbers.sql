-- Amounts, and the numbers of orders and listings.

-- Number of decimals of a currency (ISO 4217).
create or replace function currency_decimals(currency text) returns integer
  language sql immutable parallel safe
  return case
    when currency in ('JPY', 'KRW', 'CLP', 'VND', 'ISK', 'PYG', 'UGX', 'XAF', 'XOF', 'XPF', 'BIF', 'DJF', 'GNF', 'KMF', 'RWF', 'VUV') then 0
    when currency in ('KWD', 'BHD', 'OMR', 'JOD', 'IQD', 'LYD', 'TND') then 3
    else 2 end;

-- Hides a serial number from people: a Feistel network over the halves of ten digits, after the serial’s first two. Each
-- round is invertible, so that results are unique.
create or replace function scatter_serial(serial bigint, first_prefix integer) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  half constant bigint := 100000;
  a bigint := serial % 10000000000 / half;
  b bigint := serial % half;
  key bigint;
  mixed bigint;
begin
  if serial < 0 or first_prefix + serial / 10000000000 > 99 then
    raise exception 'no serial: %', serial using errcode = 'numeric_value_out_of_range';
  end if;
  foreach key in array array[2654435, 1597335, 3812015] loop
    mixed := (b + 1) * key & 4294967295;
    mixed := (a + ((mixed # (mixed >> 15)) % half)) % half;
    a := b;
    b := mixed;
  end loop;
  return lpad((first_prefix + serial / 10000000000)::text, 2, '0') || lpad(a::text, 5, '0') || lpad(b::text, 5, '0');
end
$$;

-- An order’s number, such as `12-34567-89012`, for a serial of the sequence order_serials.
create or replace function order_number(serial bigint) returns text
  language sql immutable strict parallel safe
  return regexp_replace(scatter_serial(serial, 12), '^(..)(.....)', '\1-\2-');

-- A listing’s number of 12 digits, for a serial of the sequence item_numbers.
create or replace function item_number(serial bigint) returns text
  language sql immutable strict parallel safe
  return scatter_serial(serial, 0);

-- Divides an amount by weights so that the parts add up exactly (largest remainder). Must agree with `allocate` of
-- `#lib/money.ts`.
create or replace function allocate(amount_minor bigint, weights bigint[]) returns bigint[]
  language sql immutable strict parallel safe
  return (
    with whole as (
      select sum(weight) as weight, count(*) as parts from unnest(weights) as weight
    ), shares as (
      select u.n, case when whole.weight = 0 then 1 else u.weight end::numeric as share,
        case when whole.weight = 0 then whole.parts else whole.weight end::numeric as whole
      from unnest(weights) with ordinality as u (weight, n), whole
    ), parts as (
      select n, div(abs(amount_minor) * share, whole) as part,
        row_number() over (order by mod(abs(amount_minor) * share, whole) desc, n) as place,
        abs(amount_minor) - sum(div(abs(amount_minor) * share, whole)) over () as left_over
      from shares
    )
    select coalesce(array_agg((sign(amount_minor) * (part + case when place <= left_over then 1 else 0 end))::bigint order by n), '{}')
    from parts
  );

-- Share of units in the amount paid for their line, rounded cumulatively. Must agree with `shareOfUnits`.
create or replace function share_of_units(paid_minor bigint, ordered integer, before integer, units integer) returns bigint
  language sql immutable parallel safe
  return div(paid_minor::numeric * (before + units), ordered)::bigint - div(paid_minor::numeric * before, ordered)::bigint;
