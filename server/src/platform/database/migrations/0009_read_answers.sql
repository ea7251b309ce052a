-- The last message of a ticket that its creator has read. Messages from before count as read.
ALTER TABLE tickets ADD COLUMN read_message_id bigint NOT NULL DEFAULT 0;
UPDATE tickets SET read_message_id = coalesce(
  (SELECT max(id) FROM ticket_messages m WHERE m.user_id = tickets.user_id AND m.ticket_id = tickets.id), 0);
