/** The options of a list with variables: Anna has all values, Ben has one, and Cleo has none. */
export const peopleWithValues = {
  variables: ['first_name', 'city'],
  recipients: ['anna', 'ben', 'cleo'],
  values: { anna: { first_name: 'Anna', city: 'Bern' }, ben: { first_name: 'Ben' } },
};
