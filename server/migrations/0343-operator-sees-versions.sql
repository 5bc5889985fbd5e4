-- Whether somebody has saved a facility's settings, which tells whether its time zone was chosen.
grant select (version) on facilities to dictara_operator;
