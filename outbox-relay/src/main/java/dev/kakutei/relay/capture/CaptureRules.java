package dev.kakutei.relay.capture;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the state of the database means for the capture. Pure. */
final class CaptureRules {
    private static final List<String> TABLES = List.of(CaptureConfig.TABLE, CaptureConfig.CANARIES);

    private CaptureRules() {}

    static Inspection judge(CatalogSnapshot found, CaptureConfig config) {
        if (!found.present().containsAll(TABLES)) {
            return new Inspection.NotYet(
                    Inspection.Lack.MIGRATION,
                    "table " + CaptureConfig.TABLE + " or " + CaptureConfig.CANARIES + " does not exist yet in "
                            + config.postgres() + ": not migrated");
        }
        if (found.replica()) {
            return new Inspection.NotYet(
                    Inspection.Lack.POSTGRES,
                    config.postgres() + " is a replica: waiting for it to become the primary");
        }
        if (found.publication().isEmpty()) {
            return new Inspection.Missing(CaptureRefused.publicationMissing());
        }
        if (found.slot().isEmpty()) {
            return new Inspection.Missing(CaptureRefused.slotMissing(config.slot()));
        }
        CatalogSnapshot.Slot slot = found.slot().get();
        return publicationFault(found.publication().get())
                .or(() -> slotFault(slot, config.slot(), found.database()))
                .<Inspection>map(Inspection.Unusable::new)
                .orElseGet(() -> slot.active()
                        ? new Inspection.InUse("server process " + slot.activePid())
                        : new Inspection.Ready());
    }

    private static Optional<CaptureRefused> publicationFault(CatalogSnapshot.Publication publication) {
        Set<String> published = publication.tables();
        for (String table : TABLES) {
            if (!published.contains(table)) {
                return Optional.of(CaptureRefused.tableNotPublished(table));
            }
        }
        if (publication.filtersRows()) {
            return Optional.of(CaptureRefused.rowsFiltered());
        }
        if (!publication.inserts()) {
            return Optional.of(CaptureRefused.insertsNotPublished());
        }
        return publication.moreThanInserts()
                ? Optional.of(CaptureRefused.moreThanInsertsPublished())
                : Optional.empty();
    }

    private static Optional<CaptureRefused> slotFault(CatalogSnapshot.Slot slot, String name, String database) {
        if (slot.invalidation().isPresent()) {
            return Optional.of(CaptureRefused.slotLost(name, slot.invalidation().get()));
        }
        if (!"logical".equals(slot.type())) {
            return Optional.of(CaptureRefused.slotOfAnotherKind(name, "physical"));
        }
        if (!"pgoutput".equals(slot.plugin())) {
            return Optional.of(CaptureRefused.slotOfAnotherKind(name, "made for " + slot.plugin()));
        }
        if (!database.equals(slot.database())) {
            return Optional.of(CaptureRefused.slotOfAnotherKind(name, "of the database " + slot.database()));
        }
        return slot.temporary() ? Optional.of(CaptureRefused.slotOfAnotherKind(name, "temporary")) : Optional.empty();
    }
}
