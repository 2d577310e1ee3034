#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: the owner of the product's database, which migrates and runs the queues, and the
# role that requests connect with, which owns nothing (docs/decisions/132).
set -eu
psql -v ON_ERROR_STOP=1 -v password="$PROSA_PASSWORD" -v owner_password="$PROSA_OWNER_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE prosa_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE prosa LOGIN NOINHERIT PASSWORD :'password';
CREATE ROLE prosa_app NOLOGIN NOBYPASSRLS;
CREATE ROLE prosa_system NOLOGIN NOBYPASSRLS;
GRANT prosa_app, prosa_system TO prosa_owner, prosa;
CREATE DATABASE prosa OWNER prosa_owner;
SQL
