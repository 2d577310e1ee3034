import { describe, expect, it } from 'vitest'
import type * as hostile from '../../testing/files/hostile-tasks.ts'
import { createIsolatedTasks } from './isolated-tasks.ts'

const MODULE = new URL('../../testing/files/hostile-tasks.ts', import.meta.url)
const start = (processes = 1) => createIsolatedTasks<typeof hostile>(MODULE, { processes, deadlineMs: 8_000, memoryMb: 100 })

describe('an isolated task', () => {
  it('is run again where the process that it is given has died while it was idle', async () => {
    const tasks = start()
    const first = await tasks.run('processId', 0)
    process.kill(first, 'SIGSTOP')
    const second = tasks.run('processId', 0)
    process.kill(first, 'SIGKILL')
    expect(await second).not.toBe(first)
  })

  it('returns its result from a process that is used again, without this process’s environment', async () => {
    const tasks = start()
    const first = await tasks.run('processId', 0)
    expect(first).not.toBe(process.pid)
    expect(await tasks.run('sizeOf', new Uint8Array(5_000_000))).toBe(5_000_000)
    expect(await tasks.run('environment', undefined as never)).not.toContain('PATH')
    expect(await tasks.run('leaveRejection', undefined as never)).toBe('done')
    expect(await tasks.run('processId', 0)).toBe(first)
  })

  it('ends at its deadline, whether it waits or loops, and the next one gets another process', async () => {
    const tasks = start()
    const first = await tasks.run('processId', 0)
    for (const name of ['loopForever', 'waitForever'] as const)
      await expect(tasks.run(name, undefined as never, { deadlineMs: 100 })).rejects.toMatchObject({ reason: 'deadline' })
    expect(await tasks.run('processId', 0)).not.toBe(first)
  })

  // A thread would not be enough: in all these cases except the buffers, V8 ends the whole process.
  it.each(['map', 'buffers', 'array @wide', 'huge array @wide', 'split text @wide', 'one buffer @wide'])(
    'ends when it uses too much memory as %s',
    async (title) => {
      const kind = title.replace(' @wide', '')
      await expect(start().run('useMemory', kind)).rejects.toMatchObject({ reason: 'memory' })
    },
  )

  it.each(['crash', 'endProcess'] as const)('rejects when it takes its process down by %s', async (name) => {
    await expect(start().run(name, undefined as never)).rejects.toMatchObject({ reason: 'crash' })
  })

  it('rejects with what its function throws', async () => {
    await expect(start().run('fail', undefined as never)).rejects.toMatchObject({
      reason: 'error',
      message: expect.stringContaining('RangeError: Offset') as string,
    })
  })

  it('runs no two tasks of one key at once, and others beside them', async () => {
    const tasks = start(2)
    const [one, two, other] = await Promise.all([
      tasks.run('processId', 300, { key: 'a' }),
      tasks.run('processId', 0, { key: 'a' }),
      tasks.run('processId', 300, { key: 'b' }),
    ])
    expect(one).not.toBe(other)
    expect([one, other]).toContain(two)
  })

  it('does not begin after its signal', async () => {
    const tasks = start()
    const busy = tasks.run('processId', 1_000, { key: 'a' })
    const began = performance.now()
    for (const key of ['a', 'b'])
      await expect(tasks.run('sizeOf', new Uint8Array(), { key, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
        name: 'TimeoutError',
      })
    expect(performance.now() - began).toBeLessThan(1_000)
    await busy
  })

  it('that has begun is not abandoned at its signal', async () => {
    const tasks = start()
    const first = await tasks.run('processId', 0)
    expect(await tasks.run('processId', 500, { key: 'a', signal: AbortSignal.timeout(100) })).toBe(first)
  })
})
