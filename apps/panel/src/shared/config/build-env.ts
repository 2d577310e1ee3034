import { readEnv } from './read-env.ts'

type Values = Record<string, string | undefined>

/**
 * What a build is made with: what is given, and nothing is filled in but where `defaults` are asked for, as `npm start` does for a clone.
 * @throws the specified text, with the names that are missing (ENV-02, ENV-03)
 */
export function settleEnv(given: Values, defaults: Values | null): Values {
  const settled = { ...defaults, ...given }
  readEnv(settled)
  return settled
}
