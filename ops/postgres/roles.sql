-- Two roles and the database of the service, for an administrator of PostgreSQL to run once:
--
--   psql -v ON_ERROR_STOP=1 -v database=rf -v owner_password=… -v service_password=… -f ops/postgres/roles.sql "$ADMIN_URL"
--
-- rf_owner owns the tables: rf init, rf migrate and rf restore use it. rf_service reads and writes rows, and can do nothing else:
-- it cannot create, change or drop a table, and cannot switch off the triggers that keep records as they are.
-- docs/operate/operating.md#roles-in-postgresql says more.

select 'create role rf_owner' where not exists (select from pg_roles where rolname = 'rf_owner') \gexec
select 'create role rf_service' where not exists (select from pg_roles where rolname = 'rf_service') \gexec
alter role rf_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
alter role rf_service login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'service_password';

create database :"database" owner rf_owner encoding 'UTF8' locale 'C' template template0;
revoke all on database :"database" from public;
grant connect on database :"database" to rf_service;
alter role rf_owner in database :"database" set search_path = rf;
alter role rf_service in database :"database" set search_path = rf;

\connect :"database"
revoke all on schema public from public;
create schema rf authorization rf_owner;
grant usage on schema rf to rf_service;
-- For every table that rf_owner creates from now on.
alter default privileges for role rf_owner in schema rf grant select, insert, update, delete on tables to rf_service;
