-- Which of several server processes sweeps, and until when the others leave it to that one. One row at most.
CREATE TABLE sweep_lease (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  holder text NOT NULL,
  ends_at timestamptz NOT NULL
);
