-- Only servers of earlier versions use `marked_at`: their undo removes the marks that were made at this time, in milliseconds. A bulk
-- change inserts its marks and items in one transaction, so this default is the time of the marks. A later release can drop the column.
ALTER TABLE people_change_items ALTER COLUMN marked_at SET DEFAULT date_trunc('milliseconds', now());
