import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'

const BECOME = new URL('./become.mjs', import.meta.url).href
const started: ChildProcess[] = []

const spawnSource = (source: string): ChildProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  return child
}
const runBecoming = (source: string) =>
  `import { become } from ${JSON.stringify(BECOME)}; become(process.execPath, ['-e', ${JSON.stringify(source)}])`

/** A program that prints a line when it is ready and another one when SIGTERM ends it. */
const GRACEFUL_PROGRAM = `
  process.on('SIGTERM', () => { console.log('bye'); process.exit(5) })
  setInterval(() => {}, 1000)
  console.log('up')`

const waitForOutput = async (child: ChildProcess, word: string): Promise<string> => {
  let said = ''
  while (!said.includes(word)) said += String(((await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer])[0])
  return said
}

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

it('ends with the code of the program that it became', async () => {
  expect(await once(spawnSource(runBecoming('process.exit(7)')), 'exit')).toEqual([7, null])
})

it('passes a signal on and waits for the goodbye', async () => {
  const child = spawnSource(runBecoming(GRACEFUL_PROGRAM))
  await waitForOutput(child, 'up')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await waitForOutput(child, 'bye')
  expect(await ended).toEqual([5, null])
})

it('asks the program to end when whoever started it is gone', async () => {
  const starter = spawnSource(`
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(runBecoming(GRACEFUL_PROGRAM))}], { stdio: 'inherit' })`)
  await waitForOutput(starter, 'up')
  starter.kill('SIGKILL')
  expect(await waitForOutput(starter, 'bye')).toContain('bye')
})
