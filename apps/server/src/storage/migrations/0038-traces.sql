-- The trace of the request that caused them: W3C Trace Context and the request id. Null while traces are off.
alter table job add column trace jsonb;
alter table outbox add column trace jsonb;
