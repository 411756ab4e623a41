-- How a refund that the payment side refused was settled. ELSEWHERE: its seller paid the buyer another way, and said so; before, the
-- order, its case and its cancellation waited for money for ever that the buyer had. OTHERWISE: other refunds have given back some of the
-- same since, and it cannot go out again as it was asked for; the list of what is due offered to send it nevertheless.
alter table refunds
  add column settled text check (settled in ('ELSEWHERE', 'OTHERWISE')),
  add check (settled is null or state = case settled when 'ELSEWHERE' then 'REFUNDED' else 'FAILED' end);
grant update (settled) on refunds to hub_seller;
