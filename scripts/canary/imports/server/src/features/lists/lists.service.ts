export function listLists(): void {}
