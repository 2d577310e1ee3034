/**
 * What the product's roles may do with jobs, said anew at each start: send them, and see, change and delete those of the transaction's own
 * tenant. Workers fetch as the owner, whom no policy holds (docs/decisions/029). The tables are pg-boss's, so no migration of ours knows them.
 */
export const JOB_WALL = `
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
