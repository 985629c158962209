package dev.millrace.servers.probe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;

/** A table in the server's default data source, written in the caller's transaction. */
@ApplicationScoped
public class Rows {

    @Resource(lookup = "java:comp/DefaultDataSource")
    DataSource source;

    void create() {
        update("create table if not exists probe_row (name varchar(200))");
    }

    void insert(String name) {
        update("insert into probe_row (name) values ('" + name.replace("'", "") + "')");
    }

    long count(String name) {
        try (Connection connection = source.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("select count(*) from probe_row where name = ?")) {
            query.setString(1, name);
            try (ResultSet result = query.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void update(String sql) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
