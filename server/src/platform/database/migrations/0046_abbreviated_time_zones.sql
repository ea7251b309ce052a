-- Abbreviations that were accepted as time zones, although days and hours can't be computed in them. These are the time zones that
-- they stood for.
UPDATE profiles p SET timezone = known.zone FROM (VALUES
  ('ACT', 'Australia/Darwin'), ('AET', 'Australia/Sydney'), ('AGT', 'America/Argentina/Buenos_Aires'),
  ('ART', 'Africa/Cairo'), ('AST', 'America/Anchorage'), ('BET', 'America/Sao_Paulo'), ('BST', 'Asia/Dhaka'),
  ('CAT', 'Africa/Harare'), ('CNT', 'America/St_Johns'), ('CST', 'America/Chicago'), ('CTT', 'Asia/Shanghai'),
  ('EAT', 'Africa/Addis_Ababa'), ('ECT', 'Europe/Paris'), ('IET', 'America/Indiana/Indianapolis'),
  ('IST', 'Asia/Kolkata'), ('JST', 'Asia/Tokyo'), ('MIT', 'Pacific/Apia'), ('NET', 'Asia/Yerevan'),
  ('NST', 'Pacific/Auckland'), ('PLT', 'Asia/Karachi'), ('PNT', 'America/Phoenix'), ('PRT', 'America/Puerto_Rico'),
  ('PST', 'America/Los_Angeles'), ('SST', 'Pacific/Guadalcanal'), ('VST', 'Asia/Ho_Chi_Minh')
) AS known (abbreviation, zone) WHERE upper(p.timezone) = known.abbreviation;
