/** Format of the names in a store: ids, digests and numbers, with slashes. */
const VALID_NAME = /^[\w-][\w.-]*(\/[\w-]+)*$/

/** Returns the path of a tenant's file below the root of a store. @throws for an invalid name */
export function toStorePath(tenantId: string, name: string): string {
  if (!VALID_NAME.test(name) || !VALID_NAME.test(tenantId)) throw new Error('This is no name of a file of ours')
  return `${tenantId}/${name}`
}
