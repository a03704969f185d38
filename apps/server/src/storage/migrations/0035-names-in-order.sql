-- Names in the order of their language, numbers by their value; `root` is the order of the languages without one of
-- their own, English, German and French among them.
create collation name_root (provider = icu, locale = 'und-u-kn');
do $$
declare
  language text;
begin
  foreach language in array array['ar', 'az', 'bg', 'ca', 'cs', 'cy', 'da', 'el', 'es', 'et', 'fa', 'fi', 'he', 'hi', 'hr',
    'hu', 'is', 'ja', 'kk', 'ko', 'lt', 'lv', 'nb', 'nn', 'pl', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'th', 'tr', 'uk',
    'vi', 'zh']
  loop
    execute format('create collation %I (provider = icu, locale = %L)', 'name_' || language, language || '-u-kn');
  end loop;
end $$;

-- Products without a name come last in either direction; name_descending is read backwards. U+FFFF is behind all letters.
drop index product_name;
create index product_name_ascending on product
  (workspace_id, (coalesce(name, U&'\FFFF') collate name_root), id);
create index product_name_descending on product (workspace_id, (coalesce(name, '') collate name_root), id);
