-- A delivery's own columns hold its last attempt; these are the start of the response to it, and the attempts before
-- it, oldest first. Most deliveries succeed at once, and so have none.
alter table webhook_delivery add column response_body text, add column earlier_attempts jsonb;

-- Attempts that failed in the hour, whenever their deliveries were made. The last attempt is now noted in the hour it
-- ended in too.
alter table webhook_delivery_count add column failed_attempts integer not null default 0;
update webhook_delivery_count set failed_attempts = failed + retrying where failed + retrying > 0;

-- Where a product stood before the publication that has it queued, so that it can be put back there.
alter table channel_product add column listing_before text collate "C";
update channel_product set listing_before =
  case when last_error is not null and published_hash is not distinct from payload_hash then 'rejected'
    when published_hash is null then 'not_listed' when published_hash = payload_hash then 'listed' else 'outdated' end
where listing_status = 'queued';

-- The hash is now of what is on the platform alone: of a rejected payload there was one too. Where an earlier version is
-- listed its hash is not known any more; an empty one is that of no payload.
update channel_product set published_hash = case when published_version is not null then '' end
where published_hash is not null and (listing_status = 'rejected' or published_version is null);
