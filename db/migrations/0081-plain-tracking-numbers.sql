-- A number is typed as it is printed, in groups and in small letters, and carriers say it without: both find the same parcel
-- (`plainNumber` of `features/fulfilment/carrier.ts`).
drop index shipments_tracking;
create index shipments_tracking on shipments (seller_id, (upper(regexp_replace(tracking_number, '[\s./-]', '', 'g')))) where tracking_number is not null;
