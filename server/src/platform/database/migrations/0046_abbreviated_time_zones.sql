-- Abbreviations that were accepted as time zones, although days and hours can't be computed in them
UPDATE profiles SET timezone = NULL
WHERE timezone ~* '^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$';
