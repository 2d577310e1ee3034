import type { CDPSession } from '@playwright/test'

/** What V8 says of a page's memory, as far as it is read here: a row of numbers for each thing. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] }
  }
  readonly nodes: readonly number[]
}

/**
 * Machine code grows for as long as V8 finds something worth compiling (6.9 to 8.4 MB between the two looks, beside 4.5 MB of the page's) and would hide what leaks;
 * what is the browser's own is counted as nodes and listeners.
 */
const NOT_THE_PAGES = new Set(['code', 'native', 'synthetic'])

/** @returns bytes of what the page's own scripts hold: objects, closures, arrays, strings */
export const heapOf = async (session: CDPSession): Promise<number> => {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types } = snapshot.meta
  const [types] = node_types
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!NOT_THE_PAGES.has(types[nodes[at + type] ?? 0] ?? '')) bytes += nodes[at + size] ?? 0
  return bytes
}
