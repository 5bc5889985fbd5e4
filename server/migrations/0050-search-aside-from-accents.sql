-- Searches find "Muller" where "Müller" stands, and the other way round.
create extension if not exists unaccent;
