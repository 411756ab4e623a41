-- User names are looked for whatever their capitals: of two sellers who differ in these alone, buyers know one.
create index sellers_named on sellers (lower(username));
