-- Two restricted roles. Every transaction takes one of them; the owner is for migrations only.
-- prosa_app sees one tenant, named by the setting prosa.tenant_id; prosa_system serves the few paths that have no tenant yet
-- (sign-in by phone, webhooks, jobs that walk all tenants). Roles are shared by a whole server, so another database may have made them.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['prosa_app', 'prosa_system'] LOOP
    -- They may have been made beforehand, for a login that may not make roles.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOBYPASSRLS', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    EXCEPTION WHEN OTHERS THEN
      IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN RAISE; END IF;
    END;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION prosa_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('prosa.tenant_id', true), '')::uuid $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO prosa_app, prosa_system;
--> statement-breakpoint
-- One home for the rule: every migration that adds a tenant table calls this for it.
CREATE FUNCTION prosa_protect(tenant_table regclass, tenant_column name DEFAULT 'tenant_id') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY own_tenant ON %s TO prosa_app USING (%I = prosa_tenant()) WITH CHECK (%I = prosa_tenant())', tenant_table, tenant_column, tenant_column);
  EXECUTE format('CREATE POLICY every_tenant ON %s TO prosa_system USING (true) WITH CHECK (true)', tenant_table);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO prosa_app, prosa_system', tenant_table);
END $$;
--> statement-breakpoint
SELECT prosa_protect(t::regclass) FROM unnest(ARRAY['users', 'sessions', 'agents', 'leads', 'conversations', 'messages', 'conversation_reads', 'audit_log', 'user_phones']) AS t;
--> statement-breakpoint
SELECT prosa_protect('tenants', 'id');
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON tenants FROM prosa_app;
--> statement-breakpoint
REVOKE ALL ON user_phones FROM prosa_app;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON audit_log FROM prosa_app;
