import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { allCalls } from '@prosa/contract/calls/all'
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { describeApi } from './kernel/http/docs.ts'
import { eventsReference } from './kernel/http/events-reference.ts'
import { refuseTheRest } from './kernel/http/refuse-the-rest.ts'

/**
 * Output folder of `npm run reference`, which writes docs/api from the contract. With `--check` it writes nothing and reports files that
 * differ.
 */
const FOLDER = new URL('../../../docs/api/', import.meta.url)
const EVENTS = new URL('../../../packages/contract/src/events.ts', import.meta.url)

const openApi = async (): Promise<string> => {
  const http = Fastify()
  http.setSerializerCompiler(serializerCompiler)
  await describeApi(http, '/')
  await http.register(async (api) => refuseTheRest(api, allCalls, '/api'), { prefix: '/api' })
  await http.ready()
  return `${JSON.stringify(http.swagger(), null, 2)}\n`
}

const files: Record<string, string> = {
  'openapi.json': await openApi(),
  'events.md': eventsReference(readFileSync(EVENTS, 'utf8')),
}

if (process.argv.includes('--check')) {
  for (const [name, text] of Object.entries(files)) {
    if ((await readFile(new URL(name, FOLDER), 'utf8').catch(() => null)) === text) continue
    console.error(`docs/api/${name} is not what the contract says: run npm run reference`)
    process.exitCode = 1
  }
} else {
  await mkdir(FOLDER, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, FOLDER), text)
}
