-- Addresses to which members have mails sent, the senders they accept, and what is known of a mail that arrived.

create table mail_address (
  id bigint primary key,
  member_id bigint not null,
  name text not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  created timestamptz not null default now(),
  last_used timestamptz
);
comment on table mail_address is 'Secret addresses at which mails of members arrive (contract.md 14.6).';
create index mail_address_member on mail_address (member_id, id);
create table mail_sender (
  id bigint primary key,
  member_id bigint not null,
  sender text not null,
  created timestamptz not null default now(),
  unique (member_id, sender)
);
comment on table mail_sender is 'Senders whose verified mails are submitted without asking the member.';
alter table document add column mail_from text, add column mail_verified boolean, add column mail_hash bytea;
comment on column document.mail_from is 'The address in From of a mail that arrived at an address of the member.';
comment on column document.mail_verified is 'Whether the mail server of the operator had verified it.';
comment on column document.mail_hash is 'Of its bytes and recipient, so that a mail delivered again is one document.';
create unique index document_mail on document (mail_hash) where mail_hash is not null;
create index document_mail_waits on document (member_id, id) where mail_hash is not null and submitted is null;
