/** Tasks that misbehave as a parser does when a malicious file exploits it. */

const grow: Readonly<Record<string, () => unknown>> = {
  map: () => {
    const map = new Map<number, number>()
    for (let at = 0; ; at += 1) map.set(at, at)
  },
  array: () => {
    const list: number[] = []
    for (let at = 0; ; at += 1) list.push(at)
  },
  'huge array': () => Array.from({ length: 2 ** 32 - 1 }, (_, at) => at),
  'split text': () => 'a'.repeat(400_000_000).split(''),
  buffers: () => {
    const list: Buffer[] = []
    for (;;) list.push(Buffer.alloc(20_000_000, 1))
  },
  'one buffer': () => new Uint8Array(4_000_000_000).fill(1),
}

export const useMemory = (kind: string): unknown => grow[kind]?.()
export const loopForever = (): never => {
  for (;;);
}
export const waitForever = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1_000))
export const endProcess = (): never => process.exit(0)
export const crash = (): boolean => process.kill(process.pid, 'SIGSEGV')
export const fail = (): never => {
  throw new RangeError('Offset is outside the bounds of the DataView')
}
export const leaveRejection = (): string => {
  void Promise.reject(new Error('nobody waits for this'))
  return 'done'
}
export const environment = (): string[] => Object.keys(process.env)
export const processId = async (waitMs: number): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, waitMs))
  return process.pid
}
export const sizeOf = (bytes: Uint8Array): number => bytes.length
