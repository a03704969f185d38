-- How the deliveries of an endpoint are signed; endpoints from before keep the form they have.
alter table webhook_endpoint
  add column signature_scheme text not null default 'timestamped'
    check (signature_scheme in ('timestamped', 'standard_webhooks'));
