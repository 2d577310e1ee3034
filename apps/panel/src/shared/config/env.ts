import { readEnv } from './read-env.ts'

/** Global object in which zod stores its configuration; zod reads it when it loads. */
const zod = globalThis as { __zod_globalConfig?: object }

// Stops zod from compiling validators, which needs eval. The content security policy forbids eval, and each attempt would be reported. Set
// without importing zod, because the first page renders before zod is loaded.
zod.__zod_globalConfig = Object.assign(zod.__zod_globalConfig ?? {}, { jitless: true })

export const env = readEnv(import.meta.env)
