-- What sums of orders rest on (`db/group-sums.ts` makes their triggers).

-- An order counts once it is paid and unless it is cancelled. Later refunds do not matter.
create or replace function is_sale(payment_status text, cancel_state text) returns boolean
  language sql immutable parallel safe
  return payment_status not in ('PENDING', 'FAILED') and cancel_state <> 'CANCELED';

create or replace function hour_of(moment timestamptz) returns timestamptz
  language sql immutable strict parallel safe
  return date_bin('1 hour', moment, 'epoch');
