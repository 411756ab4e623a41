-- When the present attempt of a payout began; null for the first, which begins with the payout.
alter table payouts add column attempted_at timestamptz;
