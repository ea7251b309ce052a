-- A connection keeps this function's plans. One that it made while there were only a few people would read the whole table for each name,
-- so adding ten thousand people could take longer than a statement may.
ALTER FUNCTION person_of(bigint, text) SET enable_seqscan = off;
