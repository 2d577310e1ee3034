-- What an older version indexed without the parts of addresses and codes, without phones in every form and without contact cards is noted
-- to be indexed again, newest first; reactions are noted to leave the index. The job of message_search_due goes on after any end.
INSERT INTO "message_search_due" ("tenant_id", "message_id") SELECT tenant_id, id FROM (
  SELECT tenant_id, id, created_at FROM messages
  WHERE type IN ('reaction', 'contact') OR attachment ->> 'filename' IS NOT NULL
    OR content || ' ' || coalesce(transcript ->> 'text', '') ~ '\w[^\w\s]+\w|_|\d[ ().-]+\d|\d{8}'
  UNION ALL
  SELECT tenant_id, id, said_at FROM past_messages
  WHERE type IN ('reaction', 'contact') OR attachment ->> 'filename' IS NOT NULL OR content ~ '\w[^\w\s]+\w|_|\d[ ().-]+\d|\d{8}') said
ORDER BY created_at, id;
