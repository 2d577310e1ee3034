import { readEnv } from './read-env.ts'

/** Where zod keeps its configuration, and looks for it when it comes. */
const zod = globalThis as { __zod_globalConfig?: object }

// Compiling validators needs eval, which the page's content policy forbids; trying would be reported on every load. Said here, without
// zod: the first page is painted before it comes.
zod.__zod_globalConfig = Object.assign(zod.__zod_globalConfig ?? {}, { jitless: true })

export const env = readEnv(import.meta.env)
