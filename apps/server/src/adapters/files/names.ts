/** Names are ours: ids, digests and numbers. A tenant's is its id. */
const NAME = /^[\w-][\w.-]*(\/[\w-]+)*$/

/** Where something of a tenant's lies below the root of a store. @throws for what is no name of ours */
export function placeOf(tenantId: string, name: string): string {
  if (!NAME.test(name) || !NAME.test(tenantId)) throw new Error('This is no name of a file of ours')
  return `${tenantId}/${name}`
}
