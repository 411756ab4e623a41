-- What buyer and seller show each other is for who may read it there, and not for everybody as the pictures of listings are: the
-- name of such a picture begins with p, and the address that is open to all knows no such name.

alter table pictures drop constraint pictures_hash_check;
alter table pictures add constraint pictures_hash_check check (hash ~ '^p?[0-9a-f]{32}$');
alter table listing_pictures add constraint listing_pictures_are_public check (hash !~ '^p');
