/**
 * SQL that sets the permissions on the job tables. Runs at each start and not as a migration, because pg-boss creates the tables. The
 * server's roles may insert jobs, and read, change and delete jobs of the transaction's tenant; workers fetch jobs as the tables' owner, to
 * whom no policy applies (docs/decisions/029).
 */
export const JOB_ROW_LEVEL_SECURITY = `
  GRANT USAGE ON SCHEMA pgboss TO prosa_app, prosa_system;
  GRANT SELECT ON ALL TABLES IN SCHEMA pgboss TO prosa_system;
  REVOKE ALL ON ALL TABLES IN SCHEMA pgboss FROM prosa_app;
  GRANT SELECT ON pgboss.queue TO prosa_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job, pgboss.job_common TO prosa_app, prosa_system;
  DO $$
  DECLARE jobs regclass;
  BEGIN
    FOREACH jobs IN ARRAY ARRAY['pgboss.job', 'pgboss.job_common']::regclass[] LOOP
      CONTINUE WHEN (SELECT relrowsecurity FROM pg_class WHERE oid = jobs);
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', jobs);
      EXECUTE format($policy$CREATE POLICY own_tenant ON %s TO prosa_app USING (data->>'tenantId' = public.prosa_tenant()::text)$policy$, jobs);
      EXECUTE format('CREATE POLICY every_tenant ON %s TO prosa_system USING (true)', jobs);
    END LOOP;
  END $$;`
