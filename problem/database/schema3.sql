ALTER TABLE problem ADD COLUMN solutions INTEGER NOT NULL DEFAULT 0; -- that are intended; 0: one
