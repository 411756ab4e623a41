-- Rules that loaders of marketplace data share, set-based so that a million rows need no round trip each.

-- The digits a person sees instead of a serial: a permutation of the numbers of ten digits (a Feistel network over
-- their halves) behind the serial's own first two. `#marketplace/order-number.ts` says the same.
create function scatter_serial(serial bigint, first_prefix integer) returns text
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

-- An order's number, shaped as `12-34567-89012`, for a serial of the sequence order_serials.
create function order_number(serial bigint) returns text
  language sql immutable strict parallel safe
  return regexp_replace(scatter_serial(serial, 12), '^(..)(.....)', '\1-\2-');

-- A listing's number of 12 digits, for a serial of the sequence item_numbers.
create function item_number(serial bigint) returns text
  language sql immutable strict parallel safe
  return scatter_serial(serial, 0);

-- Divides an amount by weights so that the parts add up to the whole (largest remainder, seller-hubs 5.5, 11).
-- `allocate` of `#lib/money.ts` says the same.
create function allocate(amount_minor bigint, weights bigint[]) returns bigint[]
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

-- Positives less negatives; several from one buyer count once a week, Monday to Sunday, Pacific time (seller-hubs 2.3):
-- as +1, 0 or -1, whichever of the two kinds is more. Feedback without a date counts by itself.
create function feedback_score(seller bigint) returns integer
  language sql stable parallel safe
  return (
    select coalesce(sum(net), 0)::integer
    from (
      select sign(sum(case rating when 'POSITIVE' then 1 when 'NEGATIVE' then -1 else 0 end)) as net
      from feedback
      where seller_id = seller
      group by buyer_username, date_trunc('week', left_at at time zone 'America/Los_Angeles'), case when left_at is null then id end
    ) weeks
  );

-- A review is taken once for each of the orders it speaks of.
create unique index feedback_external on feedback (seller_id, external_id, order_id) where external_id is not null;
