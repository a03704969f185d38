-- How often the address of a channel's feed was made anew.
alter table channel add column feed_address_number integer not null default 0;
