#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: the product's own role, which owns its database and nothing else.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PROSA_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE prosa LOGIN PASSWORD :'password';
CREATE ROLE prosa_app NOLOGIN NOBYPASSRLS;
CREATE ROLE prosa_system NOLOGIN NOBYPASSRLS;
GRANT prosa_app, prosa_system TO prosa;
CREATE DATABASE prosa OWNER prosa;
SQL
