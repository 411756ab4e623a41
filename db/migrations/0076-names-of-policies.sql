-- A policy's name is as long as with eBay: 64 characters. A shop that brought its policies from there was refused those with longer names.
alter table seller_policies drop constraint seller_policies_name_check,
  add constraint seller_policies_name_check check (char_length(name) between 1 and 64);
