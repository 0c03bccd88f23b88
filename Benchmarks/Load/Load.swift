/// The load generator.
package enum Load {}
