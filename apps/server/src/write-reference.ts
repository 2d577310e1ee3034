import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { allCalls } from '@prosa/contract/calls/all'
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { registerOpenApi } from './platform/http/api-reference/api-docs.ts'
import { generateEventsReference } from './platform/http/api-reference/events-reference.ts'
import { registerUnimplementedCalls } from './platform/http/calls/register-unimplemented-calls.ts'

/** Output folder of `npm run reference`, which generates the API reference. With `--check`, the command only reports files that differ. */
const OUTPUT_FOLDER = new URL('../../../docs/api/', import.meta.url)
const EVENTS_SOURCE = new URL('../../../packages/contract/src/events.ts', import.meta.url)

const generateOpenApi = async (): Promise<string> => {
  const http = Fastify()
  http.setSerializerCompiler(serializerCompiler)
  await registerOpenApi(http, '/')
  await http.register(async (api) => registerUnimplementedCalls(api, allCalls, '/api'), { prefix: '/api' })
  await http.ready()
  return `${JSON.stringify(http.swagger(), null, 2)}\n`
}

const files: Record<string, string> = {
  'openapi.json': await generateOpenApi(),
  'events.md': generateEventsReference(readFileSync(EVENTS_SOURCE, 'utf8')),
}

if (process.argv.includes('--check')) {
  for (const [name, text] of Object.entries(files)) {
    if ((await readFile(new URL(name, OUTPUT_FOLDER), 'utf8').catch(() => null)) === text) continue
    console.error(`docs/api/${name} is not what the contract says: run npm run reference`)
    process.exitCode = 1
  }
} else {
  await mkdir(OUTPUT_FOLDER, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, OUTPUT_FOLDER), text)
}
