/** Format of the names in a store: ids, digests and numbers, with slashes. */
const NAME = /^[\w-][\w.-]*(\/[\w-]+)*$/

/** Returns the path of a tenant's file below the root of a store. @throws for an invalid name */
export function placeOf(tenantId: string, name: string): string {
  if (!NAME.test(name) || !NAME.test(tenantId)) throw new Error('This is no name of a file of ours')
  return `${tenantId}/${name}`
}
