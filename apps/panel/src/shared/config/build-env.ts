import { readEnv } from './read-env.ts'

type EnvValues = Record<string, string | undefined>

/**
 * Returns the environment for a build: the given values, completed from `defaults` only if they are given, as `npm start` does for a clone.
 * @throws an error with the specified text and the names of the missing variables (ENV-02, ENV-03)
 */
export function resolveBuildEnv(given: EnvValues, defaults: EnvValues | null): EnvValues {
  const settled = { ...defaults, ...given }
  readEnv(settled)
  return settled
}
