import { readEnv } from './read-env.ts'

/** Global object from which zod reads its configuration when it loads. */
const zod = globalThis as { __zod_globalConfig?: object }

// Stops zod from compiling validators with eval, which the content security policy forbids and reports. Sets the option without importing
// zod, because the first page renders before zod is loaded.
zod.__zod_globalConfig = Object.assign(zod.__zod_globalConfig ?? {}, { jitless: true })

export const env = readEnv(import.meta.env)
