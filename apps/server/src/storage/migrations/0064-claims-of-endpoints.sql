-- A process claims an endpoint, and not each of its deliveries: a delivery is written when it is created and when an attempt
-- ends, and not a third time in between. What a process of an earlier release had claimed is due when its claim would have expired.
alter table webhook_endpoint add column claimed_until timestamptz(3);
drop index webhook_delivery_claimed;
alter table webhook_delivery drop column claimed_until;
