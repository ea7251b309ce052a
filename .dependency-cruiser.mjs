const rooms = '(server|web|agent|sandbox|bench|e2e)';
/** Rooms and the one that plays with them. */
const anyRoom = '(server|web|agent|sandbox|bench|e2e|nemesis)';
const testCode = '([.](test|spec)[.]tsx?$|/testing/)';

/**
 * @param {string} name
 * @param {string} comment
 * @param {object} from
 * @param {object} to
 */
function forbid(name, comment, from, to) {
  return { name, comment, severity: /** @type {const} */ ('error'), from, to };
}

const betweenRooms = [
  forbid(
    'contract-stands-alone',
    'The contract imports zod only.',
    { path: '^contract/src/', pathNot: '[.]test[.]ts$' },
    { pathNot: ['^contract/src/', 'node_modules/zod/'] },
  ),
  forbid(
    'rooms-never-meet',
    'Rooms meet in the contract only.',
    { path: `^${rooms}/` },
    { path: `^${anyRoom}/`, pathNot: ['^$1/', 'node_modules/'] },
  ),
  forbid(
    'nemesis-plays-server-and-agent',
    'Only the nemesis runs the server and the agent together, and it knows no other room.',
    { path: '^nemesis/' },
    { path: `^${rooms}/`, pathNot: ['^(server|agent)/', 'node_modules/'] },
  ),
  forbid(
    'testkit-knows-no-room',
    'The testkit knows the contract and the control API of the imitation Instagram, and nothing inside a room.',
    { path: '^testkit/' },
    { path: `^${anyRoom}/`, pathNot: ['^sandbox/src/control[.]schema[.]ts$', 'node_modules/'] },
  ),
  forbid(
    'testkit-serves-tests-alone',
    'What users run does not import the testkit.',
    { path: `^(contract|${anyRoom})/`, pathNot: [testCode, '^(e2e|bench)/'] },
    { path: '^testkit/' },
  ),
];

const insideTheServer = [
  forbid(
    'server-platform-is-lowest',
    'The platform knows no feature and not the application.',
    { path: '^server/src/platform/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/(features/|app[.]ts$|main[.]ts$)' },
  ),
  forbid(
    'server-features-know-no-app',
    'The application lists the features, not the other way round.',
    { path: '^server/src/features/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/(app|main)[.]ts$' },
  ),
  forbid(
    'server-features-meet-in-services',
    'A feature reaches another one only through its service.',
    { path: '^server/src/features/([^/]+)/', pathNot: '([.]test[.]ts$|/testing/)' },
    { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', '[.]service[.]ts$'] },
  ),
];

const insideTheWebApp = [
  forbid(
    'web-features-never-meet',
    'Pages compose features; features do not know each other.',
    { path: '^web/app/features/([^/]+)/' },
    { path: '^web/app/features/', pathNot: '^web/app/features/$1/' },
  ),
  forbid(
    'web-pages-use-public-faces',
    'The files directly in the folder of a feature are its public face; the folders inside are its own.',
    { path: '^web/app/pages/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/features/[^/]+/[^/]+/' },
  ),
  forbid(
    'web-features-know-no-page',
    'Features use the shared parts and the platform, nothing above them.',
    { path: '^web/app/features/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/', pathNot: '^web/app/(features|ui|platform|theme|testing)/' },
  ),
  forbid(
    'web-shared-parts-are-lowest',
    'Shared parts and the platform know no feature and no page.',
    { path: '^web/app/(ui|platform)/', pathNot: '[.]test[.]tsx?$' },
    { path: '^web/app/', pathNot: '^web/app/(ui|platform|theme|testing)/' },
  ),
];

const agentLayers = ['browser', 'sites', 'tasks'];

const insideTheAgent = [
  ...agentLayers
    .slice(0, -1)
    .map((layer, index) =>
      forbid(
        `agent-${layer}-knows-nothing-above`,
        'Main uses tasks, tasks use sites, sites use the browser.',
        { path: `^agent/src/${layer}/`, pathNot: '([.]test[.]ts$|/testing/)' },
        { path: `^agent/src/(${agentLayers.slice(index + 1).join('|')})/` },
      ),
    ),
  forbid(
    'browser-driver-in-one-folder',
    'Only agent/src/browser drives a browser.',
    { path: '^agent/src/', pathNot: ['^agent/src/browser/', '[.]test[.]ts$', '/testing/'] },
    { path: 'node_modules/puppeteer-core/' },
  ),
];

/** @satisfies {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycles', 'Modules form no circle.', {}, { circular: true }),
    forbid(
      'no-unresolvable',
      'Every import leads somewhere.',
      { pathNot: '/[+]types/' },
      { couldNotResolve: true, pathNot: '[+]types/' },
    ),
    ...betweenRooms,
    ...insideTheServer,
    ...insideTheWebApp,
    ...insideTheAgent,
  ],
  options: {
    // Without swc, and with TypeScript 7, it would look at no module at all and be content.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|[.]react-router|test-results)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
