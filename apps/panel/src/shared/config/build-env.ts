import { readEnv } from './read-env.ts'

type EnvValues = Record<string, string | undefined>

/**
 * Returns the environment variables for a build. Missing variables are taken from `defaults`, which `npm start` passes in a new clone.
 * @throws an error with the specified text and the names of the missing variables (ENV-02, ENV-03)
 */
export function resolveBuildEnv(values: EnvValues, defaults: EnvValues | null): EnvValues {
  const resolved = { ...defaults, ...values }
  readEnv(resolved)
  return resolved
}
