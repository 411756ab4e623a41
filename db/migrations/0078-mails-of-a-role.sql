-- What a member chose to be mailed was mailed on when they lost the role that it was chosen in. Chosen before this is known, it is taken for
-- chosen in the role of today.
alter table task_mail_choices add column role text
  check (role in ('owner', 'manager', 'lister', 'shipper', 'accountant', 'viewer'));
update task_mail_choices c set role = m.role from memberships m where m.seller_id = c.seller_id and m.member_id = c.member_id;
