-- The seller level with the counts: for the overview and the weekly mail, whose readers are the shop's own. Null where the
-- marketplace has no levels.
alter table seller_health add column level text;
alter table seller_health add column next_level text;
-- previous version: does not write it
alter table seller_health add constraint seller_health_level_check
  check (level in ('TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD'));
-- previous version: does not write it
alter table seller_health add constraint seller_health_next_level_check
  check (next_level in ('TOP_RATED', 'ABOVE_STANDARD', 'BELOW_STANDARD'));
grant select on seller_health to hub_seller;

-- Null: the role decides.
alter table task_mail_choices add column weekly boolean;
