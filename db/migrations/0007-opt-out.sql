-- Since when a member works with the previous tool instead of the overview; null works with the Seller Hub. On the member,
-- so that it holds on every device and in every session until it is taken back.

alter table members add column previous_tool_since timestamptz;
