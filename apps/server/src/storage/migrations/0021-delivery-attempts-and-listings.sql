-- A delivery's own columns hold its last attempt; these are the start of the response to it, and the attempts before
-- it, oldest first. Most deliveries succeed at once, and so have none.
alter table webhook_delivery add column response_body text, add column earlier_attempts jsonb;

-- Attempts that failed in the hour, whenever their deliveries were made. The last attempt is now noted in the hour it
-- ended in too.
alter table webhook_delivery_count add column failed_attempts integer not null default 0;
update webhook_delivery_count set failed_attempts = failed + retrying where failed + retrying > 0;
